// Runs before the first paint, so that the wrong theme never flashes. The key is the one of web/ui/theme/theme.ts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
    // The browser's own bars as well; web/app/theme-colour.ts updates them afterwards.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
    }
  }
} catch {
  // Storage may be forbidden; the system's theme then applies.
}

// How much of the page a scroll bar takes, which differs between browsers and with the zoom.
function measureScrollbar() {
  const root = document.documentElement;
  const box = root.appendChild(document.createElement('div'));
  box.style.cssText = 'position: fixed; visibility: hidden; overflow: scroll';
  root.style.setProperty('--scrollbar', `${box.offsetWidth - box.clientWidth}px`);
  box.remove();
}
measureScrollbar();
addEventListener('resize', measureScrollbar);

// Some pages need more than the start of the app: it is requested together with the page, not after the first script.
const inFolders = /^\/(task|folder)(\/|$)/.test(location.pathname);
for (const link of document.querySelectorAll('link[rel="workspace"]')) if (inFolders) link.rel = 'modulepreload';
const inHome = location.pathname === '/';
// A narrow window has no room for the cloth beside a form.
const besideForm = /^\/(login|signup|forgot)$/.test(location.pathname) && innerWidth > 860;
if (inHome) document.querySelector('link[rel="cover"]').rel = 'preload';
if (inHome || inFolders || besideForm) document.querySelector('link[rel="cloth"]').rel = 'preload';
