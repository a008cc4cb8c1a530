import { Button } from '@mantine/core'
import { IconCheck, IconStar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { modeName } from '#features/billing/rules.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse, OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createPaymentMode, listPaymentModes, type PaymentMode, updatePaymentMode } from '#features/billing/contract-payments.ts'
import { categoryWord } from './payment-labels.ts'

const PaymentModeDialog = lazy(async () => ({ default: (await import('./payment-mode-dialog.tsx')).PaymentModeDialog }))

const Yes = ({ children }: { children: string }) => (
  <span className="row">
    <IconCheck size={16} stroke={1.75} aria-hidden />
    {children}
  </span>
)

const columns = (): Column<PaymentMode>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: ({ payment_mode, is_default }) => (
      <span className="row">
        <span className="strong clip">{modeName(payment_mode, t)}</span>
        {is_default && (
          <Status tone="inactive" icon={IconStar}>
            {t('Default')}
          </Status>
        )}
      </span>
    ),
  },
  { key: 'category', title: t('Type'), width: 150, render: ({ payment_category }) => categoryWord(payment_category) },
  {
    key: 'reference',
    title: t('Reference'),
    width: 150,
    hideOnPhone: true,
    render: ({ requires_reference }) => (requires_reference ? <Yes>{t('Required')}</Yes> : <span className="t3">{t('Optional')}</span>),
  },
  {
    key: 'state',
    title: t('Status'),
    width: 130,
    hideOnPhone: true,
    render: ({ is_active }) => <InUse active={is_active} />,
  },
]

/** The ways in which money comes in: found, added, changed, taken out of use. Insurers' modes come and go with the insurer. */
export const PaymentModesPage = () => {
  const { can } = useRights()
  const [{ inactive }, set] = useUrlState({ inactive: z.literal('1') })
  const [edited, setEdited] = useState<PaymentMode | 'new' | null>(null)
  const modes = useRows(query(listPaymentModes, { query: inactive ? {} : { active: 'true' } }))
  const mayAdd = can(createPaymentMode)
  return (
    <Page
      title={t('Payment modes')}
      sub={t('Ways to pay. Each insurer is its own mode, added and removed with the insurer.')}
      actions={mayAdd && <AddButton label={t('Add payment mode')} onClick={() => setEdited('new')} />}
    >
      <div className="row wrap">
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Payment modes')}
        columns={columns()}
        rows={modes}
        rowKey={({ id }) => id}
        onOpen={can(updatePaymentMode) ? setEdited : undefined}
        empty={
          <Empty
            title={t('No active payment mode')}
            action={mayAdd && <Button onClick={() => setEdited('new')}>{t('Add payment mode')}</Button>}
          >
            {t('Payments cannot be taken without a payment mode.')}
          </Empty>
        }
      />
      <Suspense>{edited && <PaymentModeDialog mode={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}</Suspense>
    </Page>
  )
}
