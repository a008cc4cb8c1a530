import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { amountText } from '#web/text/amount-text.ts'
import { call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, money, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { endPrice, listItemPrices, type PriceList, type PriceRow, setPrice } from '../contract.ts'
import { coPayBody, CoPayFields, coPayValues } from './co-pay-fields.tsx'
import { coPayText, noCoPay } from './co-pay.ts'
import styles from './catalogue.module.css'

type Price = ResponseOf<typeof listItemPrices>[number]
interface Props {
  list: PriceList
  row: PriceRow
  onClose: () => void
}
const NewPrice = ({ list, row, onClose }: Props) => {
  const isCash = list.insurance_company === null
  const { run, isRunning } = useAction()
  const params = { id: list.id, item: row.id }
  const set = useEndpointForm(setPrice, {
    initialValues: { price: '', ...coPayValues(row.price === null ? noCoPay : row), valid_from: today(), valid_until: '' },
    params,
    toBody: (values) => ({
      price: amountText(values.price),
      valid_from: values.valid_from,
      valid_until: values.valid_until,
      ...(!isCash && coPayBody(values)),
    }),
    onSaved: ({ valid_from }) => {
      toast.done(t('The new price of {name} applies from {day}.', { name: row.name, day: date(valid_from) }))
      onClose()
    },
  })
  const end = async () => {
    const isMeant = await confirm({
      title: t('Remove {name} from this list?', { name: row.name }),
      text: t('Its price ends yesterday, and any planned price is removed. Existing charges stay.'),
      action: t('Remove from list'),
      isGrave: true,
    })
    if (isMeant) run(() => call(endPrice, { params }).then(onClose), t('{name} is removed from this list.', { name: row.name }))
  }
  const { getInputProps } = set.form
  const off = (row.price !== null || row.next_price !== null) && (
    <Button loading={isRunning} onClick={() => void end()}>
      {t('Remove from list')}
    </Button>
  )
  return (
    <EndpointForm form={set} save={t('Set price')} onCancel={onClose} extra={off}>
      <div className={`grid items-start gap-5-6 ${styles.itemGrid} ${styles.priceTerms}`}>
        <AmountField label={t('New price')} required data-autofocus {...getInputProps('price')} />
        <DateField label={t('From')} description={t('A later date schedules the price.')} required {...getInputProps('valid_from')} />
        <DateField label={t('Until')} description={t('Empty: until the next price starts.')} {...getInputProps('valid_until')} />
      </div>
      {!isCash && <CoPayFields form={set.form} none={t('As in the list')} />}
    </EndpointForm>
  )
}

const stateOf = ({ id, valid_from, valid_until }: Price, running: number | undefined) => {
  if (id === running) return <Status tone="done">{t('Current')}</Status>
  if (valid_from > today()) return <Status tone="waiting">{t('Planned')}</Status>
  return <Status tone="inactive">{valid_until !== null && valid_until < today() ? t('Ended') : t('Replaced')}</Status>
}

/** Of those that cover today the one that began last counts; the newest beginning comes first. */
const runningPrices = (prices: readonly Price[]) =>
  prices.find(({ valid_from, valid_until }) => valid_from <= today() && (valid_until === null || valid_until >= today()))?.id

const History = ({ prices, isCash }: { prices: readonly Price[]; isCash: boolean }) => {
  const running = runningPrices(prices)
  return (
    <div className="table-box rigid min-h-0" role="region" aria-label={t('Price history')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col" className="r">
              {t('Price')}
            </th>
            {!isCash && (
              <th scope="col" className="r not-phone">
                {t('Co-pay')}
              </th>
            )}
            <th scope="col">{t('From')}</th>
            <th scope="col" className="not-phone">
              {t('Until')}
            </th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" className="not-phone">
              {t('Set by')}
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <tr key={price.id}>
              <td className="r strong">{money(price.price)}</td>
              {!isCash && <td className="r not-phone">{coPayText(price)}</td>}
              <th scope="row" className="names num">
                {date(price.valid_from)}
              </th>
              <td className="num not-phone">{date(price.valid_until)}</td>
              <td>{stateOf(price, running)}</td>
              <td className="t2 not-phone">{price.created_by_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The prices of one item on a list: past, present and to come; a new one from a day on. */
export const PriceDialog = ({ list, row, onClose }: Props) => {
  const { can } = useRights()
  const prices = useQuery(query(listItemPrices, { params: { id: list.id, item: row.id } }))
  return (
    <Modal opened onClose={onClose} size="xl" title={row.name} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        {can(setPrice) && <NewPrice list={list} row={row} onClose={onClose} />}
        <FourStates
          query={prices}
          loading={<Loading rows={3} />}
          isEmpty={(data) => data.length === 0}
          empty={<div className="t3">{t('This item has never had a price on this list.')}</div>}
        >
          {(data) => <History prices={data} isCash={list.insurance_company === null} />}
        </FourStates>
      </div>
    </Modal>
  )
}
