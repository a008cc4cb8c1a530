import { IconBoxOff, IconCalendarDue, IconCircleCheck, IconTrendingDown } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { expiresWithin } from './expiry-days.ts'

/** From so many days before it expires stock is called expiring. */
const EXPIRING_DAYS = 90

interface StockState {
  usable: number
  is_low: boolean
  next_expiry?: string | null
  /** The stores that have none or too little, by name, where others have enough. */
  out_in?: string
  low_in?: string
}

/** How an item stands, the gravest first: none left, too little, some of it expires soon; enough is said only where asked. */
export const StockStatus = ({
  state: { usable, is_low, next_expiry = null, out_in = '', low_in = '' },
  sayEnough,
}: {
  state: StockState
  sayEnough?: boolean
}) => {
  if (usable === 0 || out_in)
    return (
      <Status tone="attention" icon={IconBoxOff}>
        {usable === 0 ? t('Out of stock') : t('Out of stock in {store}', { store: out_in })}
      </Status>
    )
  if (is_low || low_in)
    return (
      <Status tone="attention" icon={IconTrendingDown}>
        {low_in ? t('Low stock in {store}', { store: low_in }) : t('Low stock')}
      </Status>
    )
  if (expiresWithin(next_expiry, EXPIRING_DAYS))
    return (
      <Status tone="attention" icon={IconCalendarDue}>
        {t('Expires soon')}
      </Status>
    )
  return sayEnough ? (
    <Status tone="done" icon={IconCircleCheck}>
      {t('Enough')}
    </Status>
  ) : null
}
