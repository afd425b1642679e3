/** Id of the route that shows what is not found, by which the frame knows it. */
export const notFoundRouteId = 'admin-not-found'
