// Text that strangers wrote, as it is safe to look at: what is invisible or turns text around gets a name.

// C0 and C1 controls, marks and overrides of direction, spaces without width, the byte order mark.
const kHidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The bytes of a character, as the programs print them on a terminal: `\\x1b`. */
const named = (character: string) =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** One line: line breaks are named, too. */
export function shown(text: string): string {
  return text.replace(kHidden, named);
}

const kMost = 64; // characters of a name in sight
const kEnd = 9;

/** A name in two parts, of which the second is its end: what is cut out, by a mark or by the column, lies between them. */
export function halves_of(text: string): [start: string, end: string] {
  const letters = Array.from(shown(text));
  const end = Math.min(kEnd, letters.length >> 1);
  const start = letters.slice(0, letters.length - end);
  const cut = letters.length > kMost ? [...start.slice(0, kMost - end), '…'] : start;
  return [cut.join(''), letters.slice(letters.length - end).join('')];
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
