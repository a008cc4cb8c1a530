import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'

const addresses = {
  deliveries: '/dashboard/inventory/incoming-items',
  rows: '/dashboard/inventory/incoming-items?show=rows',
  returns: '/dashboard/inventory/supplier-returns',
}
type Part = keyof typeof addresses

/** What came, item by item, and what went back: one room. */
export const ReceivingTabs = ({ at }: { at: Part }) => {
  const go = useNavigate()
  return (
    <ChoiceField
      aria-label={t('Show')}
      data={[
        { value: 'deliveries', label: t('Deliveries') },
        { value: 'rows', label: t('Items') },
        { value: 'returns', label: t('Sent back') },
      ]}
      value={at}
      onChange={(part) => void go(addresses[part])}
    />
  )
}
