import { Button } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import { createPrescription, updatePrescribedDrug } from '../contract.ts'
import type { BasketLine } from './basket.ts'
import { enteredQuantity, isUntouched } from './drug-amounts.ts'
import { DrugLine } from './drug-line.tsx'
import type { PrescribedDrug } from './prescription-types.ts'
import pharmacyStyles from './pharmacy.module.css'

/** A standing line as one to be typed over: its new version takes its place when it is sent. */
export const lineAgain = (
  drug: Pick<PrescribedDrug, 'item' | 'item_name' | 'unit' | 'directions' | 'structure' | 'note' | 'quantity' | 'computed_quantity'> &
    Pick<PrescribedDrug, 'dosage' | 'frequency' | 'duration'>,
): BasketLine => {
  const typed = drug.directions ?? [drug.dosage, drug.frequency, drug.duration].filter(Boolean).join(' ')
  return {
    item: drug.item,
    name: drug.item_name,
    unit: drug.unit,
    directions: typed,
    // Without a text of its own the structure speaks.
    structure: drug.directions === null ? drug.structure : null,
    quantity: enteredQuantity(drug),
    note: drug.note ?? '',
  }
}

interface Props {
  drugs: readonly PrescribedDrug[]
  /** The visit is over: nothing is changed any more. */
  isClosed: boolean
  onChange: (line: BasketLine) => void
}

/** What was prescribed in this visit already; what was not handed out may be changed, or cancelled with a reason. */
export const ActiveLines = ({ drugs, isClosed, onChange }: Props) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const cancel = async ({ id, item_name, version }: PrescribedDrug) => {
    const reason = await askReason({
      title: t('Cancel {item}', { item: item_name }),
      text: t('It stays on record with the reason, and its charge is reversed.'),
      action: t('Cancel drug'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(updatePrescribedDrug, { params: { id }, body: { cancelled: true, reason, version } }, { version }),
      t('{item} was cancelled.', { item: item_name }),
    )
  }
  return (
    <ul className="bare-list" aria-label={t('Prescribed in this visit')}>
      {drugs.map((drug) => (
        <DrugLine key={drug.id} line={drug}>
          {can(createPrescription) && !isClosed && isUntouched(drug) && (
            <div className="flex gap-4 mt-3 no-print">
              <Button
                className={pharmacyStyles.button}
                aria-label={t('Edit {item}', { item: drug.item_name })}
                onClick={() => onChange(lineAgain(drug))}
              >
                {t('Edit')}
              </Button>
              <Button
                className={pharmacyStyles.button}
                loading={isRunning}
                aria-label={t('Cancel {item}', { item: drug.item_name })}
                onClick={() => void cancel(drug)}
              >
                {t('Cancel')}
              </Button>
            </div>
          )}
        </DrugLine>
      ))}
    </ul>
  )
}
