import { useQuery } from '@tanstack/react-query'
import { query, call, messageOf } from '#web/calls/api.ts'
import { amountText, bareAmount } from '#web/text/amount-text.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createItem, type Item, listTaxClasses, updateItem, setPrice, endPrice, listPriceLists } from '../contract.ts'
import { ItemFields, type ItemValues, type TaxClasses } from './item-fields.tsx'
import { Amount } from '#shared/money.ts'
import { queryClient } from '#web/calls/query-client.ts'

/** Why this cannot be a price, in words; null when it can. */
const refusalOf = (typed: string): string | null => {
  const text = amountText(typed)
  const error = text === '' ? undefined : Amount.safeParse(text).error
  return error ? t(error.issues[0]?.message ?? 'Not valid.') : null
}

/** What those who pay themselves are asked for an item, changed beside the item's own fields. */
const useCashPrice = (item: Item | null) => {
  const { can } = useRights()
  const mayAsk = can(listPriceLists) && can(setPrice)
  const { data: lists } = useQuery({ ...query(listPriceLists, { query: {} }), enabled: mayAsk && item !== null })
  const list = lists?.find(({ insurance_company }) => insurance_company === null)

  /** Sets the price from today, or ends it; null when it is done, otherwise why not. */
  const save = async (typed: string): Promise<string | null> => {
    const text = amountText(typed)
    const wanted = text === '' ? null : Amount.parse(text)
    if (!list || !item || wanted === item.price) return null
    const params = { id: list.id, item: item.id }
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

/** Adds an item to the catalogue, or changes one; its cash price beside it for those who may set it. */
export const ItemDialog = ({ item, category, onClose }: Props) => {
  const { can } = useRights()
  const mayPrice = can(setPrice)
  const cash = useCashPrice(item)
  const taxes = useQuery(query(listTaxClasses, { query: {} }))
  const classes = taxes.data ?? []
  /** The item may be saved while its price is refused: the next try starts from there. */
  const savePrice = async (name: string, form: FormOf<ItemValues>) => {
    const why = await cash.save(form.getValues().price)
    if (why !== null) return form.setFieldError('price', why)
    toast.done(t('{name} saved.', { name }))
    onClose()
  }
  return (
    <RecordDialog
      row={item}
      create={createItem}
      update={updateItem}
      add={t('Add item')}
      save={t('Add item')}
      size="lg"
      instead={
        !taxes.data && (
          <FourStates query={taxes} loading={<Loading rows={5} height={36} />}>
            {() => null}
          </FourStates>
        )
      }
      draftKey={item ? undefined : 'item'}
      name={({ name }) => name}
      values={(row) => (row ? valuesOf(row) : freshValues(classes, category))}
      toBody={bodyOf}
      toNewBody={(values) => ({ ...bodyOf(values), ...(mayPrice && { price: amountText(values.price) }) })}
      check={(values): Record<string, string> => {
        const why = item ? cash.refusalOf(values.price) : null
        return {
          ...(values.category === '' && { category: t('Choose one.') }),
          ...(why !== null && { price: why }),
        }
      }}
      onSaved={item ? ({ name }, form) => void savePrice(name, form) : undefined}
      warning={t('It stays on existing bills but can no longer be charged.')}
      labels={{ code: t('Code'), name: t('Name'), category: t('Category'), unit: t('Unit'), tax_class: t('Tax class') }}
      onClose={onClose}
    >
      {(form) => (
        <ItemFields form={form} taxes={classes} price={item ? (cash.mayChange ? 'typed' : 'shown') : mayPrice ? 'typed' : 'hidden'} />
      )}
    </RecordDialog>
  )
}
