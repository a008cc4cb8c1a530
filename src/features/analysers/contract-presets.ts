import { type presetKeys, usualLayout, type MessageLayout } from './contract-layout.ts'

/** How the messages of a kind of instrument are read, and what its codes usually mean. */
export interface Preset {
  key: (typeof presetKeys)[number]
  /** As its maker calls it. */
  name: string
  protocol: 'hl7' | 'astm'
  layout: MessageLayout
  /** LOINC by what it calls a test; only suggested, never taken by itself. */
  tests: Readonly<Record<string, string>>
}

const cells = { WBC: '6690-2', RBC: '789-8', HGB: '718-7', HCT: '4544-3', PLT: '777-3' }
const indices = { MCV: '787-2', MCH: '785-6', MCHC: '786-4' }
const fiveParts = { NEUT: '751-8', LYMPH: '736-9', MONO: '742-7', EOS: '711-2', BASO: '704-7' }
const chemistry = { GLU: '2345-7', CREA: '2160-0', ALT: '1742-6', AST: '1920-8', ALB: '1751-7' }
const moreChemistry = { ...chemistry, TP: '2885-2', TBIL: '1975-2', UREA: '3094-0' }

/** What a cartridge measures besides its results: probes, the sample's and the instrument's own checks. */
const probes = ['SPC', 'IC', 'CIC', 'SAC', 'PCC', 'HM', 'QC*', 'IQS*', 'Probe *', 'rpoB*', 'IS1081*', 'Prb*']
const molecular = {
  'MTB-RIF': '85362-2',
  MTB: '85362-2',
  RIF: '46244-0',
  COVID19: '94500-6',
  SARSCOV2: '94500-6',
  'SARS-CoV-2': '94500-6',
  Xpress: '94500-6',
  'HIV-VL': '20447-9',
  HIV: '20447-9',
  'HIV-1 Viral': '20447-9',
  VL: '20447-9',
  'HIV-1 Qual': '5017-9',
  'HIV-1 DBS': '10351-5',
  HBV: '42595-9',
  'HCV Viral': '11011-4',
  'HPV HR': '82675-0',
  'HPV 16_18-45': '82354-2',
  CT: '21613-5',
  NG: '24111-7',
  EV: '29558-4',
  CDIFF: '54067-4',
  MRSA: '35492-8',
  SA: '94512-1',
  TV: '69937-1',
  VANA: '62261-3',
  VANB: '62261-3',
  Mpox: '100383-9',
  WB: '53601-1',
}

const astm = (key: Preset['key'], name: string, tests: Preset['tests'], layout: Partial<MessageLayout> = {}): Preset => ({
  key,
  name,
  protocol: 'astm',
  layout: { ...usualLayout, ...layout },
  tests,
})
const hl7 = (...[key, name, tests, layout]: Parameters<typeof astm>): Preset => ({ ...astm(key, name, tests, layout), protocol: 'hl7' })

/** Instruments whose messages are known, by name. */
export const presets: readonly Preset[] = [
  hl7('abbott-architect', 'Abbott Architect', { HIV: '75622-1', HBsAg: '5196-1', HCV: '16128-1', TSH: '3016-3', FERR: '2276-4' }),
  astm('genexpert-astm', 'Cepheid GeneXpert (ASTM)', molecular, {
    test_components: [2, 7],
    part_component: 8,
    part_names: probes,
    combine_mtb_rif: true,
  }),
  // 94745-7 is the Ct.
  hl7('genexpert-hl7', 'Cepheid GeneXpert (HL7)', molecular, { part_names: [...probes, '94745-7'], combine_mtb_rif: true }),
  astm('horiba-micros60', 'Horiba ABX Micros 60', { ...cells, LYMPH: '736-9', MID: '35058-2', GRAN: '19023-1' }, { sample_field: 'O-3' }),
  astm('horiba-pentra60', 'Horiba ABX Pentra 60 C+', { ...cells, ...fiveParts }, { sample_field: 'O-3' }),
  astm('mindray-ba88a', 'Mindray BA-88A', chemistry, { sample_field: 'O-3' }),
  hl7('mindray-bc2000', 'Mindray BC-2000', cells),
  hl7('mindray-bc5380', 'Mindray BC-5380', { ...cells, ...indices, ...fiveParts }),
  hl7('mindray-bs200', 'Mindray BS-200', moreChemistry, { control_prefix: 'QC' }),
  hl7('mindray-bs300', 'Mindray BS-300', moreChemistry, { control_prefix: 'QC' }),
  hl7('mindray-bs360e', 'Mindray BS-360E', moreChemistry, { control_prefix: 'QC' }),
  astm(
    'stago-start4',
    'Stago STart 4',
    { PT: '5902-2', INR: '6301-6', APTT: '3173-2', FIB: '3255-7', DDIMER: '48065-7' },
    { sample_field: 'O-3' },
  ),
  // The sample stands in O-3, or behind rack and place in O-4: both are where it usually stands.
  astm('sysmex-xn', 'Sysmex XN', { ...cells, ...indices, ...fiveParts }),
]

/** The instrument of this key; undefined for one that is not among them. */
export const findPreset = (key: string | null): Preset | undefined => presets.find((one) => one.key === key)
