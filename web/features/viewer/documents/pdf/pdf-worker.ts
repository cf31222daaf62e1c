/** Reads PDFs beside the page. Its policy lets it load nothing but the app's scripts (server/http/server/app-policy.ts). */
// oxlint-disable-next-line import/no-unassigned-import -- it listens for messages once it is loaded
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
