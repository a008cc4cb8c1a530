import { useCallback, useLayoutEffect, useRef } from 'react'
import type { FormOf } from '#web/forms/checked-form.ts'
import { keptErrors } from './line-errors.ts'
import type { ChangeLines, Line } from './line-types.ts'

interface Options<L extends Line> {
  /** What the contract calls the rows. */
  path?: string
  /** The place of each line among those that are sent, when not all are. */
  places?: (lines: readonly L[]) => ReadonlyMap<string, number>
}
const inOrder = (lines: readonly Line[]) => new Map(lines.map(({ key }, at) => [key, at]))

/**
 * The lines of a document as the value `lines` of its form: kept as a draft and compared with the rest of it. `change` is always the same
 * function; what the server said of other lines stays.
 */
export const useFormLines = <L extends Line, V extends { lines: L[] } & Record<string, unknown>>(
  form: FormOf<V>,
  { path = 'items', places = inOrder }: Options<L> = {},
): { lines: readonly L[]; change: ChangeLines<L> } => {
  const newest = useRef({ form, path, places })
  useLayoutEffect(() => {
    newest.current = { form, path, places }
  })
  const change = useCallback<ChangeLines<L>>((update) => {
    const now = newest.current
    const before = now.form.getValues().lines
    const after = update(before)
    if (after === before) return
    const [was, is] = [now.places(before), now.places(after)]
    const keyAt = new Map(Array.from(was, ([key, place]) => [place, key]))
    const linesBefore = new Map(before.map((line) => [line.key, line]))
    const linesAfter = new Map(after.map((line) => [line.key, line]))
    const isUntouched = (place: number) => {
      const key = keyAt.get(place)
      return key !== undefined && is.get(key) === place && linesAfter.get(key) === linesBefore.get(key)
    }
    const kept = keptErrors(now.form.errors, now.path, isUntouched)
    // Not by field: that copies every line, and every row would be drawn again.
    now.form.setValues({ lines: [...after] } as unknown as Partial<V>)
    now.form.setErrors(kept)
  }, [])
  return { lines: form.getValues().lines, change }
}
