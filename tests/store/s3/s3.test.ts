import { describeStore } from '../store-suite.ts';
import { s3Cluster } from './s3-cluster.ts';

describeStore('in S3', async () => {
  const cluster = await s3Cluster();
  return { one: cluster.node(), other: cluster.node() };
});

describeStore(
  'in S3 whose objects are two parts long',
  async () => {
    const cluster = await s3Cluster();
    const segmentBytes = 16 * 1024 ** 2;
    return { one: cluster.node({ segmentBytes }), other: cluster.node({ segmentBytes }) };
  },
  { isShort: true },
);
