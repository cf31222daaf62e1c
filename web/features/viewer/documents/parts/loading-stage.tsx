import './loading-stage.css';
import { DocumentStage } from './document-stage.tsx';

/** An empty sheet, until the document is read. */
export function LoadingStage() {
  return (
    <DocumentStage label="The document" busy>
      <div className="sheetpage document-loading" role="status">
        <span className="sr-only">Reading the document</span>
        <span className="spin" aria-hidden="true" />
      </div>
    </DocumentStage>
  );
}
