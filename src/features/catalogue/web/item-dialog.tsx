import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/api.ts'
import { amountText, bareAmount } from '#web/amount-text.ts'
import { confirm } from '#web/dialogs.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { useRights } from '#web/rights.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createItem, type Item, listTaxClasses, updateItem } from '../contract.ts'
import { setPrice } from '../contract-prices.ts'
import { ItemFields, type ItemValues, type TaxClasses } from './item-fields.tsx'
import { useCashPrice } from './use-cash-price.ts'

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
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  const submit: typeof added.submit = (event) => {
    if (added.form.getValues().category !== '') return added.submit(event)
    event?.preventDefault()
    added.form.validate()
    added.form.setFieldError('category', t('Choose one.'))
  }
  return (
    <EndpointForm of={{ ...added, submit }} save={t('Add item')} onCancel={onClose}>
      <ItemFields form={added.form} taxes={taxes} price={mayPrice ? 'typed' : 'hidden'} />
    </EndpointForm>
  )
}

/** Takes an item out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: Item) => call(updateItem, { params: { id }, body: { is_active: !is_active, version } }),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      const text = saved.is_active ? t('{{name}} is in use again.', saved) : t('{{name}} is out of use.', saved)
      toast.done(text, { label: t('Undo'), run: () => mutate(saved) })
      onDone()
    },
    onError: (error) => toast.failed(error),
  })
  return { mutate, isPending }
}

const EditForm = ({ item, taxes, onClose }: FormProps<{ item: Item }>) => {
  const change = useSwitch(onClose)
  const cash = useCashPrice(item)
  // The item may be saved while its price is refused: the next try starts from there.
  const [version, setVersion] = useState(item.version)
  const edited = useEndpointForm(updateItem, {
    initialValues: valuesOf(item),
    params: { id: item.id },
    version,
    toBody: bodyOf,
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
  const retire = async () => {
    const isMeant = await confirm({
      title: t('Take {{name}} out of use?', item),
      text: t('It stays on bills where it stands already, and nobody can charge it any more.'),
      action: t('Take out of use'),
    })
    if (isMeant) change.mutate(item)
  }
  const flip = (
    <Button loading={change.isPending} onClick={() => (item.is_active ? void retire() : change.mutate(item))}>
      {item.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
  const labels = { code: t('Code'), name: t('Name'), category: t('Category'), unit: t('Unit'), tax_class: t('Tax class') }
  const submit: typeof edited.submit = (event) => {
    const why = cash.refusalOf(edited.form.getValues().price)
    if (why === null) return edited.submit(event)
    event?.preventDefault()
    edited.form.setFieldError('price', why)
  }
  return (
    <EndpointForm of={{ ...edited, submit }} save={t('Save')} onCancel={onClose} extra={flip} labels={labels}>
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
