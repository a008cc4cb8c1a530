/** The number of the first of sorted places for which `isAfter` holds, their count where none does. */
export const firstWhere = <Place>(places: readonly Place[], isAfter: (place: Place) => boolean): number => {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(places[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
