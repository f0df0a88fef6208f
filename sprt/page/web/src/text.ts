// Text that strangers wrote, as it is safe to look at: what is invisible or turns text around gets a name.

// C0 and C1 controls, marks and overrides of direction, spaces without width, the byte order mark.
const kHidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const named = (character: string) =>
  `‹${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** One line: line breaks are named, too. */
export function shown(text: string): string {
  return text.replace(kHidden, named);
}

/** Several lines: newlines and tabs stay. */
export function shown_lines(text: string): string {
  return text.replace(kHidden, (character) =>
    character === '\n' || character === '\t' ? character : named(character),
  );
}

/** A command as words that a shell would read the same way. */
export function command_text(words: string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
