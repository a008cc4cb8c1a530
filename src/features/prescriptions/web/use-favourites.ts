import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import { createFavourite, deleteFavourite, listFavourites } from '../contract-writing.ts'

const isSameText = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** The lines that this person keeps at hand, and the star that keeps one or lets it go. */
export const useFavourites = () => {
  const { can } = useRights()
  const { run } = useAction()
  const { data: favourites = [] } = useQuery({ ...query(listFavourites), enabled: can(listFavourites), staleTime: 5 * 60_000 })
  const starred = (item: number, directions: string) =>
    favourites.find((one) => one.item === item && isSameText(one.directions, directions)) ?? null
  const toggle = (item: number, name: string, directions: string) => {
    const kept = starred(item, directions)
    if (kept) run(() => call(deleteFavourite, { params: { id: kept.id } }), t('{item} removed from favourites.', { item: name }))
    else
      run(() => call(createFavourite, { body: { item, directions: directions.trim() } }), t('{item} added to favourites.', { item: name }))
  }
  return { favourites, mayKeep: can(createFavourite), starred, toggle }
}
