import { gestationWords } from '#features/patients/web/pregnancy-status.tsx'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { gestationDays } from '../dating.ts'

/** "due 14 Mar 2027, today 12w 3d"; a due date so far away that nothing has begun has no gestation. */
export const dueWords = (edd: string, on: string): string => {
  const days = gestationDays(edd, on)
  return days < 0
    ? t('due {{day}}', { day: date(edd) })
    : t('due {{day}}, today {{gestation}}', { day: date(edd), gestation: gestationWords(days) })
}
