import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { amountText } from '#web/text/amount-text.ts'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { updateInvoiceItem } from '#features/billing/contract.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { discountBody, isLive, isNothing, shortQuantity } from '../bill-rules.ts'
import { itemCategoryWord } from '../bill-labels.ts'
import { useBillRights } from './use-bill.ts'

const orderWord = (kind: InvoiceItem['order_kind']) =>
  kind === null
    ? t('By hand')
    : {
        consultation: t('Consultation'),
        laboratory: t('Laboratory order'),
        prescription: t('Prescription'),
        appointment: t('Appointment'),
        dispense: t('Dispensed'),
      }[kind]

const Facts = ({ line }: { line: InvoiceItem }) => (
  <dl className="facts num">
    <dt>{t('Category')}</dt>
    <dd>{[itemCategoryWord(line.category), line.item_code].filter(Boolean).join(' · ')}</dd>
    <dt>{t('Added')}</dt>
    <dd>{[orderWord(line.order_kind), line.created_by_name, dateTime(line.item_created_at)].filter(Boolean).join(' · ')}</dd>
    <dt>{t('Price')}</dt>
    <dd>{line.price_source === 'none' ? t('No price') : `${shortQuantity(line.quantity)} × ${money(line.sale_price)}`}</dd>
    {!isNothing(line.insurer_amount) && (
      <>
        <dt>{t('Insurer pays')}</dt>
        <dd>{money(line.insurer_amount)}</dd>
        <dt>{t('Patient pays')}</dt>
        <dd>{money(line.patient_amount)}</dd>
      </>
    )}
    {line.adjustment_reason && (
      <>
        <dt>{t('Change reason')}</dt>
        <dd>{[line.adjustment_reason, line.adjusted_by_name].filter(Boolean).join(' · ')}</dd>
      </>
    )}
    {line.cancel_reason && (
      <>
        <dt>{t('Cancel reason')}</dt>
        <dd>{line.cancel_reason}</dd>
      </>
    )}
    {!isNothing(line.credited) && (
      <>
        <dt>{t('Credited')}</dt>
        <dd>{money(line.credited)}</dd>
      </>
    )}
  </dl>
)

const boxesOf = (line: InvoiceItem) => ({
  quantity: shortQuantity(line.quantity),
  item_amount: line.price_source === 'none' ? '' : line.sale_price,
  discount: isNothing(line.discount) ? '' : line.discount,
  waiver: isNothing(line.waiver) ? '' : line.waiver,
  reason: line.adjustment_reason ?? '',
  is_covered: line.insurance_company_id !== null,
})

const LineForm = ({ bill, line, onClose }: Props) => {
  const { mayPrice, mayDiscount } = useBillRights(bill)
  const { run, isRunning } = useAction()
  const before = boxesOf(line)
  const endpointForm = useEndpointForm(updateInvoiceItem, {
    initialValues: before,
    params: { id: line.id },
    version: line.version,
    boxesOf,
    boxOf: (path) => (path === 'discount_percent' ? 'discount' : path),
    toBody: (values) => ({
      ...(values.quantity !== before.quantity && { quantity: values.quantity }),
      ...(values.item_amount !== before.item_amount && { item_amount: amountText(values.item_amount) }),
      ...(values.discount !== before.discount && discountBody(values.discount)),
      ...(values.waiver !== before.waiver && { waiver: amountText(values.waiver) || '0' }),
      ...(values.is_covered !== before.is_covered && { is_covered: values.is_covered }),
      ...(values.reason.trim() !== '' && (mayPrice || mayDiscount) && { reason: values.reason }),
    }),
    onSaved: () => {
      toast.done(t('Saved'))
      onClose()
    },
  })
  const cancel = async () => {
    const reason = await askReason({
      title: t('Cancel {item}', { item: line.item_name }),
      text: t('The line stays on record with the reason and is not charged.'),
      action: t('Cancel line'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(updateInvoiceItem, { params: { id: line.id }, body: { status: 'cancelled', reason, version: line.version } }),
      t('{item} was cancelled.', { item: line.item_name }),
    )
    onClose()
  }
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm
      form={endpointForm}
      save={t('Save')}
      onCancel={onClose}
      extra={
        <Button leftSection={<IconBan size={16} aria-hidden />} loading={isRunning} onClick={() => void cancel()}>
          {t('Cancel line')}
        </Button>
      }
      labels={{
        quantity: t('Quantity'),
        item_amount: t('Unit price'),
        discount: t('Discount'),
        waiver: t('Waived'),
        reason: t('Reason'),
      }}
    >
      <div className="section-grid">
        <TextInput
          label={t('Quantity')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus={line.price_source === 'none' && mayPrice ? undefined : true}
          disabled={line.order_kind !== null}
          description={line.order_kind === null ? undefined : t('Set by the order.')}
          {...getInputProps('quantity')}
        />
        {mayPrice && (
          <TextInput
            label={t('Unit price')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus={line.price_source === 'none' ? true : undefined}
            {...getInputProps('item_amount')}
          />
        )}
        {mayDiscount && (
          <>
            <TextInput
              label={t('Discount')}
              description={t('An amount, or a percentage such as 10 %')}
              autoComplete="off"
              placeholder="0.00"
              {...getInputProps('discount')}
            />
            <TextInput label={t('Waive co-pay')} inputMode="decimal" autoComplete="off" placeholder="0.00" {...getInputProps('waiver')} />
          </>
        )}
      </div>
      {(mayPrice || mayDiscount) && (
        <TextInput
          label={t('Reason')}
          description={t('Required for a manual price, a discount or a waiver.')}
          maxLength={300}
          autoComplete="off"
          {...getInputProps('reason')}
        />
      )}
      {bill.insurance_company !== null && (
        <Checkbox
          label={t('{insurer} covers this', { insurer: bill.insurance_company_name })}
          {...endpointForm.form.getInputProps('is_covered', { type: 'checkbox' })}
        />
      )}
    </EndpointForm>
  )
}

interface Props {
  bill: Invoice
  line: InvoiceItem
  onClose: () => void
}

/** One line: what it is and where it came from; on a draft what may be changed of it. */
export const LineDialog = (props: Props) => {
  const { mayCharge } = useBillRights(props.bill)
  return (
    <Modal opened onClose={props.onClose} size={560} title={props.line.item_name} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <Facts line={props.line} />
        {mayCharge && isLive(props.line) && <LineForm {...props} />}
      </div>
    </Modal>
  )
}
