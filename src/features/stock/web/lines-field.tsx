import { lazy, Suspense } from 'react'
import { Loading } from '#web/ui/four-states.tsx'
import type { LineEditorProps } from './lines/line-editor.tsx'
import './lines/lines.css'
import type { Line } from './lines/line-types.ts'

const Editor = lazy(async () => ({ default: (await import('./lines/line-editor.tsx')).LineEditor }))

// The lines of documents, for the features above: an editor for the keyboard and the scanner.
export { cardQuery, findCode } from './lines/find-item.ts'
export { besideLines } from './lines/form-field.ts'
export { errorsByLine } from './lines/line-errors.ts'
export { countOf, countOrNone, packsFor, priceOf, sentCount, wholeOf } from './lines/line-numbers.ts'
export type { Card, Found, Line, LineBox, LineColumn, LineNote, Taken } from './lines/line-types.ts'
export { packBox, type PackedLine, packWord } from './lines/pack-box.ts'
export { takeByItem } from './lines/take-line.ts'
export { useFormLines } from './lines/use-form-lines.ts'

/** The editor of lines, loaded after the rest of its page; see there. */
export const LineEditor = <L extends Line>(props: LineEditorProps<L>) => (
  <Suspense fallback={<Loading rows={4} height={28} />}>
    <Editor {...(props as unknown as LineEditorProps<Line>)} />
  </Suspense>
)
