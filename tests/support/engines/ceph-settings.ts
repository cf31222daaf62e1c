/** What a cluster of one monitor, one object store and one gateway starts with. */
export type CephSettings = {
  /** Where everything of it lies. Short, since paths of unix sockets hold 107 bytes. */
  folder: string;
  fsid: string;
  monitorPort: number;
  /** The first of `storePorts` ports of the object store. */
  storePort: number;
  gatewayPort: number;
  /** `memstore` forgets everything when it ends; `bluestore` keeps it in a sparse file. */
  store: 'memstore' | 'bluestore';
};

/** It takes four, and others when it was taken for dead. */
export const storePorts = 12;

const memoryBytes = 4 * 1024 ** 3;
const fileBytes = 20 * 1024 ** 3;

/** The text of ceph.conf: on the loopback only, without keys between its parts, and with one copy of everything. */
export function cephConf({ folder, fsid, monitorPort, storePort, gatewayPort, store }: CephSettings): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitorPort}]
auth cluster required = none
auth service required = none
auth client required = none
# The gateway asks for a secure connection otherwise, which there is none without keys.
ms mon client mode = crc
ms bind ipv6 = false
ms bind msgr1 = false
ms bind port min = ${storePort}
ms bind port max = ${storePort + storePorts - 1}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = /dev/null
run dir = ${folder}
pid file =
admin socket =
crash dir = ${folder}
log file = ${folder}/$name.log
log max recent = 100
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 2
# Pools are there at once instead of after a second each.
paxos propose interval = 0.02
paxos min wait = 0.01

[client]
log file = /dev/null

[mon.a]
mon data = ${folder}/mon
mon cluster log file = ${folder}/cluster.log

[osd.0]
osd data = ${folder}/osd
osd objectstore = ${store}
memstore device bytes = ${memoryBytes}
bluestore block size = ${fileBytes}
bluestore block create = true
osd memory target = 939524096

[client.rgw]
log file = ${folder}/rgw.log
rgw data = ${folder}/rgw
# Without tcp_nodelay each answer takes 44 ms.
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw enable apis = s3
rgw thread pool size = 64
rgw enable usage log = false
`;
}
