import { lazy, Suspense } from 'react'
import { Loading } from '#web/ui/four-states.tsx'
import type { LineEditorProps } from './line-editor.tsx'
import type { Line } from './line-types.ts'

const Editor = lazy(async () => ({ default: (await import('./line-editor.tsx')).LineEditor }))

/** The editor of lines, loaded after the rest of its page; see there. */
export const LineEditor = <L extends Line>(props: LineEditorProps<L>) => (
  <Suspense fallback={<Loading rows={4} height={28} />}>
    <Editor {...(props as unknown as LineEditorProps<Line>)} />
  </Suspense>
)
