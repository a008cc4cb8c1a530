import { useQuery } from '@tanstack/react-query'
import { Amount } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { call, messageOf, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import type { Item } from '../contract.ts'
import { endPrice, listPriceLists, setPrice } from '../contract-prices.ts'

/** Why this cannot be a price, in words; null when it can. */
const refusalOf = (typed: string): string | null => {
  const text = amountText(typed)
  const error = text === '' ? undefined : Amount.safeParse(text).error
  return error ? t(error.issues[0]?.message ?? 'This is not valid.') : null
}

/** What those who pay themselves are asked for an item, changed beside the item's own fields. */
export const useCashPrice = ({ id, price: before }: Pick<Item, 'id' | 'price'>) => {
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
