import type { KeyboardEvent } from 'react'
import type { EndpointForm } from '#web/forms/form.ts'
import { besideLines } from './form-field.ts'
import type { Line } from './line-types.ts'
import { useFormLines } from './use-form-lines.ts'

/** What the boxes of a document hold: those above the lines, and the lines. */
export type DocumentValues<L extends Line> = { lines: L[] } & Record<string, unknown>

interface Options<L extends Line, V> {
  /** The boxes above the lines by their names, in words; `items` are the lines. */
  labels: { [K in Exclude<keyof V & string, 'lines'>]?: string } & { items?: string }
  /** The place of each line among those that are sent, when not all are. */
  places?: (lines: readonly L[]) => ReadonlyMap<string, number>
  /** Enter in a text above the lines goes on to the search box, as after a number that was scanned. */
  entersLines?: boolean
}

/** A document is saved on purpose only: Enter in a box above its lines never sends it. */
const stay = (event: KeyboardEvent<HTMLElement>, entersLines: boolean) => {
  const box = event.currentTarget
  if (event.key !== 'Enter' || !(box instanceof HTMLInputElement)) return
  event.preventDefault()
  const isChoice = box.getAttribute('aria-haspopup') !== null
  if (entersLines && !isChoice) box.form?.querySelector<HTMLElement>('[data-path="items"]')?.focus()
}

/** A document in its form: its lines, and what each box above them needs. */
export const useDocument = <L extends Line, V extends DocumentValues<L>>(
  endpointForm: EndpointForm<V>,
  { labels, places, entersLines = false }: Options<L, V>,
) => {
  const { form } = endpointForm
  const { lines, change } = useFormLines<L, V>(form, { places })
  const named = labels as Readonly<Record<string, string>>
  return {
    endpointForm,
    form,
    values: form.getValues(),
    lines,
    change,
    labels: named,
    places: places?.(lines),
    /** The label, value and error of a box above the lines. */
    box: <K extends keyof V & string>(name: K) => ({
      label: named[name],
      ...besideLines(form, name),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => stay(event, entersLines),
    }),
  }
}

/** A document in its form. */
export type DocumentOf<L extends Line, V extends DocumentValues<L>> = ReturnType<typeof useDocument<L, V>>
