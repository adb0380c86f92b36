/** Whether this device has a network at all, as far as its browser knows. */

let isConnected = $state(navigator.onLine);

for (const name of ["online", "offline"]) addEventListener(name, () => (isConnected = navigator.onLine));

export const isOnline = (): boolean => isConnected;
