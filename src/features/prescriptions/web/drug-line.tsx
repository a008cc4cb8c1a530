import type { ReactNode } from 'react'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { PrescriptionStatus } from '../contract.ts'
import { quantityWords, shortQuantity } from '#features/directions/web/quantity-name.tsx'
import { isCancelled, isPartlyDispensed, lineTotal, otherQuantity, writerOf } from './drug-amounts.ts'
import { wordsOf } from './say-directions.ts'
import { LineState, statusOfLine } from './prescription-status.tsx'
import { OverrideMarks } from './warnings-panel.tsx'
import type { PrescribedDrug } from './prescription-types.ts'
import styles from './tray.module.css'

interface Props {
  line: PrescribedDrug
  /** Where the whole prescription stands: said there, and not again of a line that stands so too. */
  whole?: PrescriptionStatus | undefined
  /** What can be done with it. */
  children?: ReactNode
}

/** One prescribed line: what, how it is taken, how many, where it stands, what it costs, and against what it was prescribed. */
export const DrugLine = ({ line: drug, whole, children }: Props) => {
  const total = lineTotal(drug)
  const isOff = isCancelled(drug)
  const other = otherQuantity(drug)
  return (
    <li className={`pad-4-0 divided ${styles.line}`} data-off={isOff || undefined}>
      <div className={`flex justify-between ${styles.lineHead}`}>
        <span className={`strong break-anywhere ${styles.name}`}>{drug.item_name}</span>
        {(whole === undefined || drug.refused_at !== null || statusOfLine(drug) !== whole) && <LineState line={drug} />}
      </div>
      <div className={`flex justify-between ${styles.lineHead} small t2`}>
        <span className={`break-anywhere ${styles.words}`}>
          {[
            drug.is_till_request && t('Billed at the cashier by {who}, not prescribed', { who: drug.prescribed_by_name }),
            wordsOf(drug),
            drug.note,
          ]
            .filter(Boolean)
            .join(' · ')}
          <span className="num">
            {' · '}
            {isPartlyDispensed(drug)
              ? t('{n} of {all} dispensed', {
                  n: shortQuantity(drug.quantity_dispensed),
                  all: quantityWords(drug.quantity, drug.unit),
                })
              : quantityWords(drug.quantity, drug.unit)}
            {other !== null && ` (${t('Directions give {n}', { n: quantityWords(other, drug.unit) })})`}
          </span>
        </span>
        {total !== null && <span className="num">{money(total)}</span>}
      </div>
      {drug.written_by !== null && <div className="small t2">{t('Prescribed by {who}', { who: writerOf(drug) })}</div>}
      {drug.substitutes.map(({ item_name, unit, units, reason }, at) => (
        <div key={at} className="small">
          {[t('Dispensed as: {what}', { what: `${item_name}, ${quantityWords(String(units), unit)}` }), reason].filter(Boolean).join(' · ')}
        </div>
      ))}
      {drug.refused_at !== null && (
        <div className="small t2">
          {[t('Not dispensed: {reason}', { reason: drug.refuse_reason }), drug.refused_by_name].filter(Boolean).join(' · ')}
        </div>
      )}
      {drug.cancel_reason !== null && (
        <div className="small t3">
          {[t('Cancelled: {reason}', { reason: drug.cancel_reason }), drug.cancelled_by_name].filter(Boolean).join(' · ')}
        </div>
      )}
      <OverrideMarks overrides={drug.overrides} />
      {children}
    </li>
  )
}
