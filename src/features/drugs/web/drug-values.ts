import type { z } from 'zod'
import { amountText } from '#web/text/amount-text.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getItemDrug, putItemDrug } from '../contract.ts'

export type ItemDrug = ResponseOf<typeof getItemDrug>
type Body = z.input<(typeof putItemDrug)['body']>
type Strength = NonNullable<NonNullable<Body['strengths']>[number]>

export const strengthUnits = ['mg', 'mcg', 'g', 'unit', 'mmol'] as const satisfies readonly Strength['unit'][]
type Contents = NonNullable<Body['contents']>
export const contentsUnits = ['ml', 'g', 'puff', 'drop'] as const satisfies readonly Contents['unit'][]
export const perUnits = ['ml', 'g', 'puff', 'drop', 'hour'] as const satisfies readonly NonNullable<Strength['per']>['unit'][]
export const MOST_SUBSTANCES = 10

/** One substance in boxes. */
export interface SubstanceRow {
  substance: string
  amount: string
  unit: string
  per_amount: string
  per_unit: string
}
export interface DrugValues extends Record<string, unknown> {
  rows: SubstanceRow[]
  form: string
  route: string
  /** '' where it is not known. */
  divides: string
  contents_amount: string
  contents_unit: string
}

export const emptyRow: SubstanceRow = { substance: '', amount: '', unit: 'mg', per_amount: '', per_unit: '' }

export const valuesOf = ({
  substances,
  strengths,
  form,
  route,
  divides,
  contents,
}: Pick<ItemDrug, 'substances' | 'strengths' | 'form' | 'route' | 'divides' | 'contents'>): DrugValues => ({
  rows:
    substances.length === 0
      ? [emptyRow]
      : substances.map((substance, at) => {
          const strength = strengths[at]
          return {
            substance,
            amount: strength ? String(strength.amount) : '',
            unit: strength?.unit ?? 'mg',
            per_amount: strength?.per ? String(strength.per.amount) : '',
            per_unit: strength?.per?.unit ?? '',
          }
        }),
  form: form ?? '',
  route: route ?? '',
  divides: divides === null ? '' : String(divides),
  contents_amount: contents === null ? '' : String(contents.amount),
  contents_unit: contents?.unit ?? 'ml',
})

const strengthOf = ({ amount, unit, per_amount, per_unit }: SubstanceRow): Strength | null =>
  amount.trim() === ''
    ? null
    : {
        amount: Number(amountText(amount)),
        unit: unit as Strength['unit'],
        ...(per_unit !== '' && {
          per: {
            amount: per_amount.trim() === '' ? 1 : Number(amountText(per_amount)),
            unit: per_unit as NonNullable<Strength['per']>['unit'],
          },
        }),
      }

/** What the boxes say, in the way of the wire; rows without a substance say nothing. */
export const bodyOf = ({ rows, form, route, divides, contents_amount: amount, contents_unit: unit }: DrugValues): Body => {
  const stated = rows.filter(({ substance }) => substance.trim() !== '')
  return {
    substances: stated.map(({ substance }) => substance),
    strengths: stated.map(strengthOf),
    form: form.trim() === '' ? null : form,
    route: (route || null) as Body['route'],
    divides: (divides === '' ? null : Number(divides)) as Body['divides'],
    contents: amount.trim() === '' ? null : { amount: Number(amountText(amount)), unit: unit as Contents['unit'] },
  }
}
