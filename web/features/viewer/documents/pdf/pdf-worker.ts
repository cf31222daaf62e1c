/** Reads PDFs beside the page: listens for messages once it is loaded. Its policy lets it load nothing but the app's scripts (server/http/server/app-policy.ts). */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
