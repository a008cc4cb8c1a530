import { useNavigate } from 'react-router'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead } from '#web/ui/document.tsx'
import { createPurchaseOrder } from '../order-calls.ts'
import { OrderForm, type OrderValues } from './order-form.tsx'
import { sentRows } from './order-lines.ts'

const HOME = '/dashboard/inventory/purchase-orders'
const nothing: OrderValues = { supplier: null, store: null, expected_on: '', note: '', lines: [] }

/** An order that is not saved yet; what is typed is kept as a draft of this browser. */
export const OrderNewPage = () => {
  const go = useNavigate()
  const endpointForm = useEndpointForm(createPurchaseOrder, {
    initialValues: nothing,
    draftKey: 'purchase-order-new',
    toBody: ({ supplier, store, expected_on, note, lines }: OrderValues) => ({
      supplier: supplier ?? Number.NaN,
      store,
      expected_on,
      note,
      items: sentRows(lines),
    }),
    onSaved: ({ id, number }) => {
      toast.done(t('{number} is saved as a draft.', { number }))
      void go(`${HOME}/${id}`, { replace: true })
    },
  })
  return (
    <div className="page-body">
      <DocumentHead title={t('New order')} back={{ to: HOME, label: t('All orders') }} />
      <OrderForm form={endpointForm} />
    </div>
  )
}
