import { useMutation } from '@tanstack/react-query'
import { countNotifications, listNotifications, readNotifications } from '#calls/notifications/contract.ts'
import { call } from '../calls/api.ts'
import { queryClient } from '../calls/query-client.ts'
import { toast } from '../messages/toast.tsx'

const PATHS = new Set<unknown>([countNotifications.path, listNotifications.path])

/** Every list and count of notifications on the screen is asked for again; nothing else is. */
const refresh = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => PATHS.has(queryKey[0]) })

/** Marks notifications as read. One that is opened says nothing when that fails: the thing itself is what matters. */
export const useReading = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { ids: number[] } | { up_to: number; all: boolean }) => call(readNotifications, { body }),
    onSuccess: refresh,
    onError: (error, body) => {
      if ('up_to' in body) toast.failed(error)
    },
  })
  return {
    read: (id: number) => mutate({ ids: [id] }),
    /** Up to the newest of these, wherever it is listed; `all`: the list has what was dealt with, too. */
    readAll: (rows: readonly { id: number }[], all = false) => mutate({ up_to: Math.max(...rows.map(({ id }) => id)), all }),
    isReading: isPending,
  }
}
