import { z } from 'zod'
import { fields } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** Kinds of instruments whose layout is known; `contract-presets.ts` has one for each. */
export const presetKeys = [
  'abbott-architect',
  'genexpert-astm',
  'genexpert-hl7',
  'horiba-micros60',
  'horiba-pentra60',
  'mindray-ba88a',
  'mindray-bc2000',
  'mindray-bc5380',
  'mindray-bs200',
  'mindray-bs300',
  'mindray-bs360e',
  'stago-start4',
  'sysmex-xn',
] as const

const component = z.int().min(1, 'Enter a component from 1 to 12.').max(12, 'Enter a component from 1 to 12.')

/** Where a field stands: letter or name of its record, number, and the component where it is not the first. */
export const FIELD_PLACE = /^(P|O|OBR|SPM|SAC|PID)-([1-9]\d?)(?:\.([1-9]))?$/
/** The records that may hold the number of a sample. */
export const sampleRecords = { astm: ['O', 'P'], hl7: ['OBR', 'SPM', 'SAC', 'PID'] } as const

const shape = {
  /** Components of R-3 (ASTM) or OBX-3 (HL7) that name the test; several are joined by `/`, as in MTB-RIF/MTB. Empty: where it usually stands. */
  test_components: z.array(component).max(3),
  /** The component of the same field that names a part of a result, such as Ct: what has one is never entered. */
  part_component: component.nullable(),
  /** Tests that are parts of a result: probes, internal controls. A `*` at the end stands for anything. */
  part_names: z.array(line(40)).max(60),
  /** The field with the number of the sample, such as O-3, O-4.3, P-3 or OBR-2; null: where it usually stands. */
  sample_field: z.string().trim().toUpperCase().regex(FIELD_PLACE, 'Write the field as O-3, O-4.3, P-3, OBR-2 or SPM-2.').nullable(),
  /** Where the number is a part of that field: the character between the parts, and which part it is. */
  sample_separator: z.string().length(1, 'Enter one character.').nullable(),
  sample_piece: z.int().min(1, 'Enter a number from 1 to 9.').max(9, 'Enter a number from 1 to 9.').nullable(),
  /** What the numbers of control material begin with; empty: it is marked in another way. */
  control_prefix: z.string().trim().max(20),
  /** MTB and rifampicin resistance are one result, with the name of the assay as its code. */
  combine_mtb_rif: z.boolean(),
}

/** Where an instrument's messages have what is read of them. */
export const MessageLayout = z.object(shape).meta({ id: 'LabMessageLayout' })
export type MessageLayout = z.output<typeof MessageLayout>

/** What is left out is where instruments usually have it. */
export const LayoutInput = fields(shape).partial()

/** Everything where instruments usually have it. */
export const usualLayout: MessageLayout = {
  test_components: [],
  part_component: null,
  part_names: [],
  sample_field: null,
  sample_separator: null,
  sample_piece: null,
  control_prefix: '',
  combine_mtb_rif: false,
}
