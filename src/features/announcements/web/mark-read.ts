import { useEffect, useRef } from 'react'
import { queryClient } from '#web/calls/query-client.ts'

/** Notes once that an announcement was opened; what counts and marks the unread ones asks again then. */
export const useMarkRead = (id: number, isUnread: boolean, note: () => Promise<unknown>) => {
  const noted = useRef(0)
  // That it was seen is told to the server, which is outside React.
  useEffect(() => {
    if (!isUnread || noted.current === id) return
    noted.current = id
    // The next opening notes it, if this one could not.
    void note().then(
      () => queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => /^\/(?:announcement|portal)\//.test(String(path)) }),
      () => null,
    )
  })
}
