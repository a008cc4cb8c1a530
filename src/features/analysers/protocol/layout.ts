import { FIELD_PLACE, usualLayout, type MessageLayout } from '../contract.ts'

export { usualLayout, type MessageLayout }

const fold = (text: string) => text.trim().toUpperCase()

/** A place such as O-4.3: the record's letter or segment's name, the field, and the component. */
export const fieldPlace = (place: string): { record: string; field: number; component: number } => {
  const [, record = '', field = '', component = '1'] = FIELD_PLACE.exec(place) ?? []
  return { record, field: Number(field), component: Number(component) }
}

/** The number of a sample out of the field that holds it: the whole of it, or the part that the layout names; empty where there is none. */
export const sampleNumber = (text: string, { sample_separator: separator, sample_piece: piece }: MessageLayout): string =>
  separator === null || piece === null ? text : (text.split(separator)[piece - 1] ?? '').trim()

/** Whether a sample's number is one of control material. */
export const isControlNumber = (accession: string, { control_prefix: prefix }: MessageLayout): boolean =>
  prefix !== '' && fold(accession).startsWith(fold(prefix))

const isPartName = (name: string, { part_names }: MessageLayout) =>
  part_names.some((known) => (known.endsWith('*') ? fold(name).startsWith(fold(known.slice(0, -1))) : fold(name) === fold(known)))

/** The last of the names that a test's code is made of: MTB of MTB-RIF/MTB. */
export const analyteOf = (code: string): string => code.slice(code.lastIndexOf('/') + 1)

/** The test that the components of a field name, and the part of a result that they name, if any. Components count from 1. */
export const namedTest = (component: (number: number) => string, layout: MessageLayout): { code: string; part: string } => {
  const code = layout.test_components.map(component).filter(Boolean).join('/')
  return { code, part: partOf(code, component, layout) }
}

/** What makes a result a part of another one; empty for a result of its own. */
export const partOf = (code: string, component: (number: number) => string, layout: MessageLayout): string => {
  const analyte = analyteOf(code)
  const part = layout.part_component === null ? '' : component(layout.part_component)
  if (part !== '') return [analyte, part].filter(Boolean).join(' ')
  return isPartName(analyte, layout) ? analyte : ''
}
