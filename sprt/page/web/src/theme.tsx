// Light, dark, or what the system has. Kept where the browser allows it.

import { useEffect, useState } from 'preact/hooks';

const kKey = 'run-page-theme';
const kThemes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof kThemes)[number];

function stored(): Theme {
  try {
    const value = localStorage.getItem(kKey);
    return kThemes.find((theme) => theme === value) ?? 'auto';
  } catch {
    return 'auto'; // pages from files may have no storage
  }
}

export function ThemeChoice() {
  const [theme, set_theme] = useState(stored);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(kKey, theme);
    } catch {
      // The choice then lasts as long as the page.
    }
  }, [theme]);
  return (
    <label class="theme">
      Theme{' '}
      <select value={theme} onChange={(event) => set_theme(event.currentTarget.value as Theme)}>
        {kThemes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
