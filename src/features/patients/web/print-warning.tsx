import { lazy, Suspense } from 'react'

const UnprintableLetters = lazy(async () => ({ default: (await import('./unprintable-letters.tsx')).UnprintableLetters }))

/** Latin, Greek and Cyrillic, which every installation prints: for them nothing is loaded and nobody is asked. */
const PRINTED_ALWAYS = /^[\0-\u024f\u0386-\u03ce\u0400-\u04ff\u1ea0-\u1ef9]*$/

/** Warns, without blocking, of letters of a name that cannot be printed here. */
export const PrintWarning = ({ text }: { text: string }) =>
  PRINTED_ALWAYS.test(text) ? null : (
    <Suspense>
      <UnprintableLetters text={text} />
    </Suspense>
  )
