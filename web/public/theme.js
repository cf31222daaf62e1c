// Runs before the first paint, so that a chosen theme never flashes. The key is the one of web/ui/theme.ts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
    // The browser's own bars as well; web/app/bar-colour.ts does so afterwards.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
    }
  }
} catch {
  // Storage may be forbidden; the system's theme holds then.
}

// The cover of the landing page comes with the page instead of after the program that shows it.
if (location.pathname === '/') document.querySelector('link[rel="cover"]').rel = 'preload';
