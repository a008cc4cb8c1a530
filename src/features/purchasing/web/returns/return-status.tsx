import { cents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { SentBackRow } from '../receiving-calls.ts'

type Credited = Pick<SentBackRow, 'value' | 'credited'>
/** What is not credited yet, in cents. */
export const leftToCredit = ({ value, credited }: Credited): number => Math.max(0, cents(value) - cents(credited))

/** Whether the supplier has credited what went back. */
export const ReturnStatus = ({ goodsReturn, chip }: { goodsReturn: Credited; chip?: boolean }) =>
  leftToCredit(goodsReturn) === 0 ? (
    <Status tone="done" chip={chip}>
      {t('Credited')}
    </Status>
  ) : cents(goodsReturn.credited) > 0 ? (
    <Status tone="progress" chip={chip}>
      {t('Part-credited')}
    </Status>
  ) : (
    <Status tone="waiting" chip={chip}>
      {t('Credit expected')}
    </Status>
  )
