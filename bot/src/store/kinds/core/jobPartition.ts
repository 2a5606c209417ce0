export const jobPartition = 'saga';
