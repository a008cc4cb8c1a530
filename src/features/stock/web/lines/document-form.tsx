import type { ReactNode } from 'react'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { LineEditor } from './lazy-line-editor.tsx'
import type { LineEditorProps } from './line-editor.tsx'
import type { Line } from './line-types.ts'
import type { DocumentOf, DocumentValues } from './use-document.ts'
import styles from './document-form.module.css'

interface Props<L extends Line, V extends DocumentValues<L>> {
  document: DocumentOf<L, V>
  /** What kind of document it is, for people who hear it. */
  title: string
  /** The word on the button. */
  save: string
  /** Another button of the page is the main one. */
  isAside?: boolean
  onCancel?: () => void
  /** Beside the button: what it comes to. */
  extra?: ReactNode
  /** The boxes above the lines. */
  fields?: ReactNode
  /** Between boxes and lines. */
  note?: ReactNode
  /** The lines; a document that chooses them in a list of its own has that in `children`. */
  lines?: Omit<LineEditorProps<L>, 'lines' | 'change' | 'errors' | 'places'>
  /** Below the lines. */
  children?: ReactNode
}

/** What documents come to, at their foot. Not read out, for it changes with each digit. */
export const DocumentSum = ({ children }: { children: ReactNode }) => (
  <span className={`in-row wrap gap-2-6 phone-line ${styles.sum} num`}>{children}</span>
)

/** The frame of what is written of a document: its foot stays in sight. */
export const DocumentFrame = ({ children }: { children: ReactNode }) => <div className={styles.document}>{children}</div>

/** A document that is being written: the boxes above, its lines with what is wrong with each, the button. Each document declares the rest. */
export const DocumentForm = <L extends Line, V extends DocumentValues<L>>({
  document: { endpointForm, form, lines: all, change, labels, places },
  title,
  save,
  isAside,
  onCancel,
  extra,
  fields,
  note,
  lines,
  children,
}: Props<L, V>) => (
  <DocumentFrame>
    <EndpointForm form={endpointForm} save={save} isAside={isAside} onCancel={onCancel} extra={extra} labels={labels}>
      {fields && (
        <section className="section" aria-label={title}>
          <div className="section-grid">{fields}</div>
        </section>
      )}
      {note}
      {lines && <LineEditor {...lines} lines={all} change={change} errors={form.errors} places={places} />}
      {children}
    </EndpointForm>
  </DocumentFrame>
)
