import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { updatePrescription } from '../contract.ts'
import { updatePrescribedDrug } from '../contract-lines.ts'
import { quantityWords } from './direction-words.ts'
import { useUnsafe } from './use-unsafe.ts'
import type { PrescribedDrug, Prescription } from './prescription-types.ts'

/** Hands lines out: one wholly or in part, or all that remains. The safety check looks once more and may ask for reasons. */
export const useDispensing = () => {
  const { run, ...unsafe } = useUnsafe()
  return {
    ...unsafe,
    /** All that remains of it, without a quantity. */
    dispense: ({ id, item_name, unit, version }: PrescribedDrug, quantity?: string) =>
      run(
        (overrides) =>
          call(
            updatePrescribedDrug,
            {
              params: { id },
              body: { is_dispensed: true, version, ...(quantity !== undefined && { quantity }), ...(overrides && { overrides }) },
            },
            { version },
          ),
        quantity === undefined
          ? t('{{item}} was dispensed.', { item: item_name })
          : t('{{n}} of {{item}} was dispensed.', { n: quantityWords(quantity, unit), item: item_name }),
      ),
    dispenseAll: ({ id, version }: Prescription) =>
      run(
        (overrides) =>
          call(
            updatePrescription,
            { params: { id }, body: { status: 'dispensed', version, ...(overrides && { overrides }) } },
            { version },
          ),
        t('The prescription was dispensed.'),
      ),
  }
}
export type Dispensing = ReturnType<typeof useDispensing>
