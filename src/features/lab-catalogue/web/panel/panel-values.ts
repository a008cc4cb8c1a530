import type { Choice, ForSex, PanelKind } from '#features/lab-catalogue/contract-ranges.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { sentDecimal } from '#web/text/typed-number.ts'
import { hasNumber } from '../labels.ts'

/** A test as its boxes hold it. */
export interface PanelValues extends Record<string, unknown> {
  code: string
  name: string
  kind: PanelKind
  specimen: string
  section: string
  unit: string
  decimals: string
  units: { unit: string; factor: string; offset: string }[]
  choices: Choice[]
  formula: string
  loinc: string
  method: string
  explanation: string
  is_withheld: boolean
  /** Empty: for everybody. */
  for_sex: '' | ForSex
  item: string
  create_item: boolean
  turnaround_minutes: string
  urgent_turnaround_minutes: string
  delta_absolute: string
  delta_percent: string
  delta_days: string
  position: string
}

export const freshPanel = (): PanelValues => ({
  code: '',
  name: '',
  kind: 'quantitative',
  specimen: '',
  section: '',
  unit: '',
  decimals: '',
  units: [],
  choices: [],
  formula: '',
  loinc: '',
  method: '',
  explanation: '',
  is_withheld: false,
  for_sex: '',
  item: '',
  create_item: false,
  turnaround_minutes: '',
  urgent_turnaround_minutes: '',
  delta_absolute: '',
  delta_percent: '',
  delta_days: '',
  position: '1000',
})

const shown = (value: number | string | null): string => (value === null ? '' : String(value))

export const panelValues = (panel: Panel): PanelValues => ({
  code: panel.code,
  name: panel.name,
  kind: panel.kind,
  specimen: String(panel.specimen),
  section: panel.section,
  unit: shown(panel.unit),
  decimals: shown(panel.decimals),
  units: panel.units.map(({ unit, factor, offset }) => ({ unit, factor, offset })),
  choices: panel.choices.map(({ value, flag }) => ({ value, flag })),
  formula: shown(panel.formula),
  loinc: shown(panel.loinc),
  method: panel.method,
  explanation: panel.explanation,
  is_withheld: panel.is_withheld,
  for_sex: panel.for_sex ?? '',
  item: shown(panel.item),
  create_item: false,
  turnaround_minutes: shown(panel.turnaround_minutes),
  urgent_turnaround_minutes: shown(panel.urgent_turnaround_minutes),
  delta_absolute: shown(panel.delta_absolute),
  delta_percent: shown(panel.delta_percent),
  delta_days: shown(panel.delta_days),
  position: String(panel.position),
})

/** Nothing typed is null; what is no number is left to the contract to refuse. */
const whole = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

/** What is sent: that which another kind of result has, and this one has not, is taken out. */
export const panelBody = (values: PanelValues) => {
  const isNumber = hasNumber(values.kind)
  return {
    code: values.code,
    name: values.name,
    kind: values.kind,
    specimen: Number(values.specimen || Number.NaN),
    section: values.section,
    unit: isNumber ? values.unit.trim() || null : null,
    decimals: isNumber ? whole(values.decimals) : null,
    units: isNumber
      ? values.units.map(({ unit, factor, offset }) => ({ unit, factor: sentDecimal(factor) ?? '', offset: sentDecimal(offset) ?? '0' }))
      : [],
    choices: values.kind === 'qualitative' ? values.choices : [],
    formula: values.kind === 'calculated' ? values.formula.trim() || null : null,
    loinc: values.loinc.trim() || null,
    method: values.method,
    explanation: values.explanation,
    is_withheld: values.is_withheld,
    for_sex: values.for_sex || null,
    item: whole(values.item),
    turnaround_minutes: whole(values.turnaround_minutes),
    urgent_turnaround_minutes: whole(values.urgent_turnaround_minutes),
    delta_absolute: isNumber ? sentDecimal(values.delta_absolute) : null,
    delta_percent: isNumber ? sentDecimal(values.delta_percent) : null,
    delta_days: isNumber ? whole(values.delta_days) : null,
    position: whole(values.position) ?? 1000,
  }
}

/** The same list with one entry moved by a step; as it was where there is no room. */
export const moved = <T>(list: readonly T[], at: number, step: -1 | 1): T[] => {
  const next = [...list]
  const to = at + step
  if (at < 0 || at >= list.length || to < 0 || to >= list.length) return next
  next.splice(to, 0, ...next.splice(at, 1))
  return next
}
