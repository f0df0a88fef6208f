/** Says why the page shows nothing else. */
export function say(text: string): void {
  const line = document.createElement('p');
  line.className = 'plain';
  line.setAttribute('role', 'alert');
  line.textContent = text;
  document.getElementById('app')!.replaceChildren(line);
  document.documentElement.dataset.ready = 'failed';
}
