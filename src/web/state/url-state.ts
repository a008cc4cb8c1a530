import { useSearchParams } from 'react-router'
import type { z } from 'zod'

type Shape = Record<string, z.ZodType>
type State<S extends Shape> = { [K in keyof S]: z.output<S[K]> | undefined }

/**
 * The part of a screen's state that lives in its address: filters, sort, tab. A value that its schema refuses counts as not there. Setting
 * replaces the entry of the history; an empty value takes the name out of the address.
 */
export const useUrlState = <S extends Shape>(shape: S): [State<S>, (change: Partial<Record<keyof S, string | undefined>>) => void] => {
  const [params, setParams] = useSearchParams()
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(params.get(name) ?? undefined).data] as const)
  const set = (change: Partial<Record<keyof S, string | undefined>>) =>
    setParams(
      () => {
        // What stands in the address now: what was drawn may be older, when one change follows another at once.
        const next = new URLSearchParams(window.location.search)
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  return [Object.fromEntries(read) as State<S>, set]
}
