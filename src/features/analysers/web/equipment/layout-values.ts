import type { MessageLayout } from '#features/analysers/contract.ts'

/** A layout as it is typed. */
export interface LayoutValues {
  test_components: string
  part_component: string
  part_names: string
  sample_field: string
  sample_separator: string
  sample_piece: string
  control_prefix: string
  combine_mtb_rif: boolean
}

const typed = (value: string | number | null) => (value === null ? '' : String(value))
const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const optional = (text: string) => (text.trim() === '' ? null : text.trim())

export const toLayoutValues = (layout: MessageLayout): LayoutValues => ({
  ...layout,
  test_components: layout.test_components.join(', '),
  part_component: typed(layout.part_component),
  part_names: layout.part_names.join(', '),
  sample_field: typed(layout.sample_field),
  sample_separator: typed(layout.sample_separator),
  sample_piece: typed(layout.sample_piece),
})

/** What is no number is sent as it was typed, so that it is refused at its box. */
const count = (text: string) => (optional(text) === null ? null : Number(text))

export const toLayout = (values: LayoutValues): MessageLayout => ({
  test_components: split(values.test_components).map(Number),
  part_component: count(values.part_component),
  part_names: split(values.part_names),
  sample_field: optional(values.sample_field),
  // A space may be one.
  sample_separator: values.sample_separator === '' ? null : values.sample_separator,
  sample_piece: count(values.sample_piece),
  control_prefix: values.control_prefix.trim(),
  combine_mtb_rif: values.combine_mtb_rif,
})
