import { useEffect, useEffectEvent } from 'react'

interface Versioned {
  version: number
}

/** Calls `adopt` with a newer version of a record, as long as nothing is typed that it would overwrite. */
export const useAdopt = <R extends Versioned>(
  newest: R,
  { base, isDirty, adopt }: { base: R; isDirty: boolean; adopt: (record: R) => void },
) => {
  const take = useEffectEvent(() => adopt(newest))
  // The record comes from the server, the boxes are the form's own.
  useEffect(() => {
    if (newest.version > base.version && !isDirty) take()
  }, [newest.version, base.version, isDirty])
}
