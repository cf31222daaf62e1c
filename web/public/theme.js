// Runs before the first paint, so that a chosen theme never flashes. The key is the one of web/ui/theme.ts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's theme holds then.
}
