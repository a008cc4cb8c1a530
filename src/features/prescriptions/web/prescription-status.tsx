import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { PrescriptionStatus } from '../contract.ts'
import { isCancelled, isPartlyDispensed } from './drug-amounts.ts'
import type { PrescribedDrug } from './prescription-types.ts'

const tones: Record<PrescriptionStatus, Tone> = {
  pending: 'waiting',
  'partially dispensed': 'progress',
  dispensed: 'done',
  cancelled: 'inactive',
  external: 'inactive',
}
const word = (status: PrescriptionStatus): string =>
  ({
    pending: t('To dispense'),
    'partially dispensed': t('Partly dispensed'),
    dispensed: t('Dispensed'),
    cancelled: t('Cancelled'),
    external: t('External'),
  })[status]

/** Where a prescription stands. */
export const PrescriptionState = ({ status }: { status: PrescriptionStatus }) => <Status tone={tones[status]}>{word(status)}</Status>

/** Where a line stands, in the words of a prescription. */
export const statusOfLine = (drug: PrescribedDrug): PrescriptionStatus =>
  isCancelled(drug)
    ? 'cancelled'
    : drug.is_external
      ? 'external'
      : drug.is_dispensed
        ? 'dispensed'
        : isPartlyDispensed(drug)
          ? 'partially dispensed'
          : 'pending'

/** Where one line of it stands. */
export const LineState = ({ line }: { line: PrescribedDrug }) => {
  if (line.replaced_by !== null) return <Status tone="inactive">{t('Replaced')}</Status>
  if (line.refused_at !== null && !isCancelled(line)) return <Status tone="inactive">{t('Not dispensed')}</Status>
  return <PrescriptionState status={statusOfLine(line)} />
}
