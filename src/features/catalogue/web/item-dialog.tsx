import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, call, messageOf } from '#web/calls/api.ts'
import { amountText, bareAmount } from '#web/text/amount-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createItem, type Item, listTaxClasses, updateItem, setPrice, endPrice, listPriceLists } from '../contract.ts'
import { ItemFields, type ItemValues, type TaxClasses } from './item-fields.tsx'
import { Amount } from '#shared/money.ts'
import { queryClient } from '#web/calls/query-client.ts'

/** Why this cannot be a price, in words; null when it can. */
const refusalOf = (typed: string): string | null => {
  const text = amountText(typed)
  const error = text === '' ? undefined : Amount.safeParse(text).error
  return error ? t(error.issues[0]?.message ?? 'This is not valid.') : null
}

/** What those who pay themselves are asked for an item, changed beside the item's own fields. */
const useCashPrice = ({ id, price: before }: Pick<Item, 'id' | 'price'>) => {
  const { can } = useRights()
  const mayAsk = can(listPriceLists) && can(setPrice)
  const { data: lists } = useQuery({ ...query(listPriceLists, { query: {} }), enabled: mayAsk })
  const list = lists?.find(({ insurance_company }) => insurance_company === null)

  /** Sets the price from today, or ends it; null when it is done, otherwise why not. */
  const save = async (typed: string): Promise<string | null> => {
    const text = amountText(typed)
    const wanted = text === '' ? null : Amount.parse(text)
    if (!list || wanted === before) return null
    const params = { id: list.id, item: id }
    try {
      await (wanted === null ? call(endPrice, { params }) : call(setPrice, { params, body: { price: wanted } }))
      void queryClient.invalidateQueries()
      return null
    } catch (error) {
      return messageOf(error)
    }
  }
  return { mayChange: mayAsk && list !== undefined, refusalOf, save }
}

interface Props {
  /** Null adds one. */
  item: Item | null
  /** What a new item most likely is: the category that is looked at. */
  category?: Item['category'] | undefined
  onClose: () => void
}
type FormProps<T> = Omit<Props, 'item'> & { taxes: TaxClasses } & T

const freshValues = (taxes: TaxClasses, category: string = ''): ItemValues => ({
  code: '',
  name: '',
  category,
  unit: 'each',
  department: '',
  tax_class: String(taxes.find(({ is_active }) => is_active)?.id ?? ''),
  price: '',
})
const valuesOf = ({ code, name, category, unit, department, tax_class, price }: Item): ItemValues => ({
  code: code ?? '',
  name,
  category,
  unit,
  department: department === null ? '' : String(department),
  tax_class: String(tax_class),
  price: bareAmount(price),
})

const bodyOf = ({ code, name, category, unit, department, tax_class }: ItemValues) => ({
  code,
  name,
  unit,
  category: category as Item['category'],
  department: department === '' ? null : Number(department),
  tax_class: Number(tax_class),
})

const AddForm = ({ taxes, category, onClose }: FormProps<unknown>) => {
  const { can } = useRights()
  const mayPrice = can(setPrice)
  const added = useEndpointForm(createItem, {
    initialValues: freshValues(taxes, category),
    draftKey: 'item-new',
    toBody: (values) => ({ ...bodyOf(values), ...(mayPrice && { price: amountText(values.price) }) }),
    check: ({ category: chosen }): Record<string, string> => (chosen === '' ? { category: t('Choose one.') } : {}),
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add item')} onCancel={onClose}>
      <ItemFields form={added.form} taxes={taxes} price={mayPrice ? 'typed' : 'hidden'} />
    </EndpointForm>
  )
}

const EditForm = ({ item, taxes, onClose }: FormProps<{ item: Item }>) => {
  const cash = useCashPrice(item)
  // The item may be saved while its price is refused: the next try starts from there.
  const [version, setVersion] = useState(item.version)
  const edited = useEndpointForm(updateItem, {
    initialValues: valuesOf(item),
    params: { id: item.id },
    version,
    toBody: bodyOf,
    check: ({ price }): Record<string, string> => {
      const why = cash.refusalOf(price)
      return why === null ? {} : { price: why }
    },
    onSaved: (saved) => {
      setVersion(saved.version)
      void priced(saved.name)
    },
  })
  const priced = async (name: string) => {
    const why = await cash.save(edited.form.getValues().price)
    if (why !== null) return edited.form.setFieldError('price', why)
    toast.done(t('{{name}} is saved.', { name }))
    onClose()
  }
  const flip = (
    <UseButton
      of={item}
      by={updateItem}
      warning={t('It stays on bills where it stands already, and nobody can charge it any more.')}
      onDone={onClose}
    />
  )
  const labels = { code: t('Code'), name: t('Name'), category: t('Category'), unit: t('Unit'), tax_class: t('Tax class') }
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={flip} labels={labels}>
      <ItemFields form={edited.form} taxes={taxes} price={cash.mayChange ? 'typed' : 'shown'} />
    </EndpointForm>
  )
}

/** Adds an item to the catalogue, or changes one; its cash price beside it for those who may set it. */
export const ItemDialog = ({ item, category, onClose }: Props) => {
  const taxes = useQuery(query(listTaxClasses, { query: {} }))
  return (
    <Modal opened onClose={onClose} size="lg" title={item?.name ?? t('Add item')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates of={taxes} loading={<Loading rows={5} height={36} />}>
        {(data) =>
          item ? <EditForm item={item} taxes={data} onClose={onClose} /> : <AddForm taxes={data} category={category} onClose={onClose} />
        }
      </FourStates>
    </Modal>
  )
}
